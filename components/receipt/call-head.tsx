import Link from 'next/link';
import { type ReactNode, useState } from 'react';
import { keyNameOrId } from '../../lib/account/api-keys.ts';
import { stateWords } from '../../lib/call/call-words.ts';
import type { CallsOfAll } from '../../lib/operator/ledger-lists.ts';
import type { Receipt } from '../../lib/receipt/receipt.ts';
import { creditsText, durationText, groupedNumber } from '../../lib/text/numbers.ts';
import { endWords, stateTones } from '../calls/call-end.tsx';
import { Fact, Facts } from '../operator/parts/facts.tsx';
import { ActionsMenu, PageHead, Pill } from '../operator/parts/page-head.tsx';
import { When } from '../operator/parts/when.tsx';
import { CopyButton } from '../shell/copy-button.tsx';
import { MenuButton, MenuGroup, MenuLink } from '../shell/header/menu.tsx';
import { callsIcon, fileIcon, ticketIcon } from '../shell/icon-paths.ts';
import { leftToRefund, RefundDialog } from './refund-call.tsx';

/** A call with its account, and who made it. */
export type CallOfAll = CallsOfAll['list'][number];

interface Props {
  call: CallOfAll;
  receipt: Receipt;
  refundTo: string | null;
  /** Saves the receipt. */
  save: () => void;
  /** The plain button and the orange one. */
  children: ReactNode;
}

/** What operators see first of a call: how it ended, when, whose, by whom, and what it cost. */
export function CallHead({ call, receipt, refundTo, save, children }: Props) {
  return (
    <>
      <PageHead
        title={call.product.name}
        crumb={{ href: '/operator/calls', name: 'Calls' }}
        pills={
          <Pill tone={stateTones[call.state]}>
            {stateWords[call.state]}: {endWords(call)}
          </Pill>
        }
        sub={
          <>
            <Id id={call.id} what="the id of the call" />
            {call.requestId !== null && (
              <>
                <span>· request</span>
                <Id id={call.requestId} what="the id of the request" />
              </>
            )}
          </>
        }
      >
        <Actions {...{ call, receipt, refundTo, save }} />
        {children}
      </PageHead>
      <CallFacts call={call} receipt={receipt} />
    </>
  );
}

function Id({ id, what }: { id: string; what: string }) {
  return (
    <>
      <span className="font-mono text-xs break-all">{id}</span>
      <CopyButton text={id} label="Copy" className="rounded-sm px-1 text-xs hover:text-ink" />
      <span className="sr-only">{what}</span>
    </>
  );
}

const link = 'underline decoration-line underline-offset-4 hover:decoration-ink';

function CallFacts({ call, receipt }: Pick<Props, 'call' | 'receipt'>) {
  const { account, person, key, startedAt, quoted, charged } = call;
  const { times, upstream } = receipt;
  const keyLink = key && (
    <Link href={`/operator/keys/${key.id}`} prefetch={false} className={link}>
      {keyNameOrId(key)}
    </Link>
  );
  return (
    <Facts>
      <Fact name="Began, UTC" value={<When at={startedAt} hasTime />} />
      {times.milliseconds !== null && (
        <Fact
          name="Took"
          value={durationText(times.milliseconds)}
          about={upstream && `${durationText(upstream.totalMs)} in the API`}
        />
      )}
      <Fact
        name="Account"
        value={
          account ? (
            <Link href={`/operator/accounts/${account.id}`} prefetch={false} className={link}>
              {account.name}
            </Link>
          ) : (
            'A guest'
          )
        }
      />
      {(person || key) && (
        <Fact
          name={person ? 'Person' : 'Key'}
          value={
            person ? (
              <Link href={`/operator/people/${person.id}`} prefetch={false} className={link}>
                {person.name}
              </Link>
            ) : (
              keyLink
            )
          }
          about={person && (keyLink ? <>with the key {keyLink}</> : 'in the browser')}
        />
      )}
      <Fact
        name="Charged"
        value={groupedNumber(charged)}
        about={charged === quoted ? 'as quoted' : `of ${creditsText(quoted)} quoted`}
      />
    </Facts>
  );
}

function Actions({ call, receipt, refundTo, save }: Omit<Props, 'children'>) {
  const [refunding, setRefunding] = useState(false);
  const left = leftToRefund(receipt);
  return (
    <>
      <ActionsMenu>
        <MenuGroup label="Change" className="with-script">
          {refundTo !== null && left > 0 && (
            <MenuButton icon={ticketIcon} onClick={() => setRefunding(true)}>
              Refund…
            </MenuButton>
          )}
          <MenuButton icon={fileIcon} onClick={save}>
            Download JSON
          </MenuButton>
        </MenuGroup>
        <MenuGroup label="See">
          <MenuLink href={`/operator/calls?product=${call.product.slug}`} icon={callsIcon}>
            Calls of this product
          </MenuLink>
          {call.requestId !== null && (
            <MenuLink href={`/operator/calls?id=${call.requestId}`} icon={callsIcon}>
              Calls of this request
            </MenuLink>
          )}
        </MenuGroup>
      </ActionsMenu>
      {refunding && refundTo !== null && (
        <RefundDialog id={call.id} accountId={refundTo} left={left} close={() => setRefunding(false)} />
      )}
    </>
  );
}
