interface Props {
  /** The version that came first. */
  version: number;
  /** What became of it. */
  was: 'published' | 'saved';
  /** Where it is. */
  href: string;
  buildOn: () => void;
}

/** Somebody else was first: nothing that was typed is lost, and nothing that they did. */
export function Overtaken({ version, was, href, buildOn }: Props) {
  return (
    <p role="alert" className="rounded-md border border-line bg-accent-soft px-4 py-3">
      Version {version} was {was} since you began. Your text is kept: put{' '}
      <a href={href} target="_blank" rel="noreferrer" className="underline underline-offset-4">
        what was {was}
      </a>{' '}
      into yours, then{' '}
      <button type="button" onClick={buildOn} className="underline underline-offset-4">
        build on version {version}
      </button>
      .
    </p>
  );
}
