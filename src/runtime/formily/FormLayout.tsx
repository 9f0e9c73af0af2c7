import { useEffect, useState, type ReactNode } from 'react';
import type { Form } from '@formily/core';
import { useFieldSchema, useForm as useFormilyForm } from '@formily/react';
import type { CompiledForm } from '../../kernel/index.ts';
import { FormContext, useOptionalForm, useServices, useSituation } from '../contexts.ts';
import { createFormSession } from '../form/createSession.ts';
import type { FormSession } from '../form/session.ts';
import { FormBody } from '../form/FormBody.tsx';

/**
 * The root of a compiled schema: lays the form out. In a Formily application of somebody else there is no session yet:
 * one is made over the form that is there, so that every widget finds what it needs.
 */
export function FormLayout(): ReactNode {
  const session = useOptionalForm();
  return session ? <FormBody session={session} /> : <ForeignForm />;
}

/** A session lives as long as its form: a layout that is mounted again takes it over. */
const sessions = new WeakMap<Form, FormSession>();

function ForeignForm() {
  const form = useFormilyForm();
  const { 'x-compiled': compiled } = useFieldSchema() as unknown as { 'x-compiled': CompiledForm };
  const services = useServices();
  const situation = useSituation();
  const [session] = useState(() => {
    const made = sessions.get(form) ?? createFormSession({ compiled, record: null, situation, services, form });
    sessions.set(form, made);
    return made;
  });
  useEffect(() => session.setSituation(situation), [session, situation]);
  return (
    <FormContext value={session}>
      <FormBody session={session} />
    </FormContext>
  );
}
