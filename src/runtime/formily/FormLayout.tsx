import { useEffect, useState, type ReactNode } from 'react';
import type { Form } from '@formily/core';
import { useFieldSchema, useForm as useFormilyForm } from '@formily/react';
import type { CompiledForm } from '../../kernel/index.ts';
import { FormContext, useOptionalForm, useServices, useSituation } from '../contexts.ts';
import { createFormSession } from '../form/createSession.ts';
import type { FormSession } from '../form/session.ts';
import { FormBody } from '../form/FormBody.tsx';

/**
 * The root component of a compiled schema: lays out the form. In another Formily application there is no form session:
 * one is created for the application's form, because the widgets need it.
 */
export function FormLayout(): ReactNode {
  const session = useOptionalForm();
  return session ? <FormBody session={session} /> : <ForeignForm />;
}

/** Sessions by form, so that a remounted layout uses the same session. */
const sessions = new WeakMap<Form, FormSession>();

function ForeignForm() {
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
