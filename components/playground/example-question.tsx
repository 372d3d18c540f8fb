import { Confirmation } from '../shell/confirmation.tsx';

interface Props {
  close: () => void;
  act: () => Promise<void>;
}

/** Asks before an example is sent that may delete what it names. */
export function ExampleQuestion({ close, act }: Props) {
  const actOnce = () => {
    close();
    return act();
  };
  return (
    <Confirmation title="Call with the example?" action="Call" act={actOnce} close={close}>
      <p>The input is still the example. The request is a DELETE: it may delete what the example names.</p>
    </Confirmation>
  );
}
