import type { OperatorProduct, ReleasedProduct } from '../../../lib/operator/products.ts';
import { costText } from '../../../lib/price/cost-text.ts';
import { textDifference } from '../../../lib/text/line-diff.ts';
import { momentText } from '../../../lib/text/times.ts';
import { CodeBlock } from '../../shell/code-block.tsx';
import { Part } from '../parts/part.tsx';
import { Changes } from './changes.tsx';
import { BringBack } from './edit-product.tsx';
import { authorText, changeText, Crumb } from './product-page.tsx';

/** What was published at one time, beside what was there before. */
export function ReleasePage({
  product,
  released,
  mayPublish,
}: {
  product: OperatorProduct;
  released: ReleasedProduct;
  mayPublish: boolean;
}) {
  const { release, entry, previous } = released;
  return (
    <>
      <Crumb product={product} />
      <h1 className="mt-1 text-2xl font-semibold tracking-tight break-words">
        {product.name}, version {release.number}
      </h1>
      <p className="mt-1 text-sm break-words text-quiet">
        Published by {authorText(release)} on {momentText(release.at)} UTC
        {release.number === product.release ? ', in force now' : ''}.
        {release.reason !== null && ` Reason: ${release.reason}`}
      </p>
      {mayPublish && product.keptIn === 'console' && release.number !== product.release && (
        <p className="mt-3">
          <BringBack product={product} entry={entry} />
        </p>
      )}
      <Part id="changes" title={previous === null ? 'First published' : changeText(release)}>
        {release.mayCostMore !== null && <p className="mt-2">{costText(release.mayCostMore)}</p>}
        {release.breaking.length > 0 && (
          <ul className="mt-2 list-disc pl-5 text-bad">
            {release.breaking.map((one) => (
              <li key={one}>Breaks callers: {one}</li>
            ))}
          </ul>
        )}
        {previous !== null && <Changes hunks={textDifference(previous, entry)} />}
      </Part>
      <Part id="definition" title="The whole definition">
        <div className="mt-3">
          <CodeBlock text={entry} label={`Definition of version ${release.number}`} />
        </div>
      </Part>
    </>
  );
}
