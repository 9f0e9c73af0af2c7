import { memo, useEffect } from 'react';
import type { FormRecord } from '../../grammar/documents.ts';
import type { CompiledForm } from '../../kernel/index.ts';
import type { Situation } from '../../rules/situation.ts';
import { useServices } from '../../runtime/contexts.ts';
import { FormView } from '../../runtime/form/FormView.tsx';
import { useFormSession } from '../../runtime/form/useFormSession.ts';

interface Props {
  compiled: CompiledForm;
  /** Null for a new record. */
  record: FormRecord | null;
  mode: 'edit' | 'view';
  situation: Situation;
}

/** A form with its own session, which is disposed on unmount. Nothing is saved. */
export const SessionForm = memo(function SessionForm(props: Props) {
  const services = useServices();
  const session = useFormSession({ ...props, services });
  useEffect(() => () => session.dispose(), [session]);
  return <FormView session={session} />;
});
