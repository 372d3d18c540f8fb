import { type Face, ownSentence, pictureAddress } from '../../lib/face/face.ts';

/** What the operator says of the portal, with a picture. Nothing on a portal that nobody has changed. */
export function FirstPage({ face }: { face: Face }) {
  const sentence = ownSentence(face);
  const { front } = face.pictures;
  if (sentence === '' && !front) return null;
  return (
    <div className="mb-8 overflow-hidden rounded-lg border border-line bg-card sm:flex">
      {sentence !== '' && (
        <div className="flex min-w-0 flex-1 flex-col justify-center px-5 py-6 sm:px-8">
          <p className="text-2xl font-semibold tracking-tight text-balance break-words">{sentence}</p>
        </div>
      )}
      {front && (
        // oxlint-disable-next-line nextjs/no-img-element -- of any address and size, as an operator chose it
        <img
          src={pictureAddress('front', front)}
          alt=""
          className={`h-40 w-full object-cover sm:h-52 ${sentence === '' ? '' : 'sm:w-1/2 sm:max-w-lg'}`}
        />
      )}
    </div>
  );
}
