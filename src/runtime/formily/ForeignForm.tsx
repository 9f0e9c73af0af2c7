import { useEffect, useState, type ReactNode } from 'react';
import type { Form } from '@formily/core';
import { useFieldSchema, useForm as useFormilyForm } from '@formily/react';
import type { CompiledForm } from '../../kernel/index.ts';
import { FormContext, useServices, useSituation } from '../contexts.ts';
import { createFormSession } from '../form/createSession.ts';
import { FormBody } from '../form/FormBody.tsx';
import type { FormSession } from '../form/session.ts';

/** The form sessions by Formily form, so that this component uses the same session after a remount. */
const sessions = new WeakMap<Form, FormSession>();

/**
 * Renders the compiled form within the Formily form of another application. Creates a form session for that Formily
 * form, because the widgets need one.
 */
export function ForeignForm(): ReactNode {
  const form = useFormilyForm();
  const { 'x-compiled': compiled } = useFieldSchema() as unknown as { 'x-compiled': CompiledForm };
  const services = useServices();
  const situation = useSituation();
  const [session] = useState(() => {
    const formSession = sessions.get(form) ?? createFormSession({ compiled, record: null, situation, services, form });
    sessions.set(form, formSession);
    return formSession;
  });
  useEffect(() => session.setSituation(situation), [session, situation]);
  return (
    <FormContext value={session}>
      <FormBody session={session} />
    </FormContext>
  );
}
