import { memo } from 'react';
import { createSchemaField, FormContext as FormilyContext, type SchemaReactComponents } from '@formily/react';
import { FormContext, useRegistry } from '../contexts.ts';
import { formilyComponents } from '../formily/components.tsx';
import '../formily/refuseCompiler.ts';
import { FormilyNode, FormilyPane } from '../formily/FormilyNode.tsx';
import { schemaTreeOf } from '../formily/schemaTree.ts';
import { LazyFormBlock, LazyFormilyNode, LazyFormilyPane, LazyReadField } from '../node/NodeView.tsx';
import { ReadTurn, useReadTurn } from '../screen/readTurn.ts';
import { FormBlock } from './FormBlock.tsx';
import { FormBody } from './FormBody.tsx';
import { ReadField } from './ReadField.tsx';
import type { FormSession } from './session.ts';

LazyReadField.provide(ReadField);
LazyFormBlock.provide(FormBlock);
LazyFormilyNode.provide(FormilyNode);
LazyFormilyPane.provide(FormilyPane);

/** A compiled form: filled in through Formily's schema renderer, or read as plain text from the same schema. */
export function FormView({ session }: { session: FormSession }) {
  const turn = useReadTurn(session);
  return (
    <FormContext value={session}>
      <ReadTurn value={turn}>
        {session.form ? <FilledForm session={session} /> : <FormBody session={session} />}
      </ReadTurn>
    </FormContext>
  );
}

const SchemaField = createSchemaField();

/** Not Formily's `FormProvider`: it would take the fields away when a page is hidden for a while. */
const FilledForm = memo(function FilledForm({ session }: { session: FormSession }) {
  return (
    <FormilyContext value={session.form as never}>
      <SchemaField
        schema={schemaTreeOf(session.compiled)}
        components={formilyComponents(useRegistry()) as SchemaReactComponents}
      />
    </FormilyContext>
  );
});
