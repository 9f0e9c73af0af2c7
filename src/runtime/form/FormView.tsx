import { memo } from 'react';
import { createSchemaField, FormContext as FormilyContext, type SchemaReactComponents } from '@formily/react';
import { FormContext, useRegistry } from '../contexts.ts';
import { formilyComponents } from '../formily/components.tsx';
import '../formily/refuseCompiler.ts';
import { FormilyNode, FormilyPane } from '../formily/FormilyField.tsx';
import { schemaTreeOf } from '../formily/fieldStore.ts';
import { LazyFormBlock, LazyFormilyNode, LazyFormilyPane, LazyReadField } from '../node/NodeView.tsx';
import { ViewChangeCount, useViewChangeCount } from '../screen/viewChangeCount.ts';
import { FormBlock } from './FormBlock.tsx';
import { FormBody } from './FormBody.tsx';
import { ReadField } from './ReadField.tsx';
import { SaveAllContext } from './saveAllContext.ts';
import type { FormSession } from './session.ts';

LazyReadField.provide(ReadField);
LazyFormBlock.provide(FormBlock);
LazyFormilyNode.provide(FormilyNode);
LazyFormilyPane.provide(FormilyPane);

/**
 * Shows a compiled form: in edit mode by Formily's schema renderer, in view mode without Formily. `hasSaveAll`: the
 * sub-tables show the button 保存全部 (SL-002), because the page around the form handles the event that this button
 * emits, and saves the form. False in a dialog that has its own save button.
 */
export function FormView({ session, hasSaveAll = true }: { session: FormSession; hasSaveAll?: boolean }) {
  const viewChangeCount = useViewChangeCount(session);
  return (
    <FormContext value={session}>
      <ViewChangeCount value={viewChangeCount}>
        <SaveAllContext value={hasSaveAll}>
          {session.form ? <EditableForm session={session} /> : <FormBody session={session} />}
        </SaveAllContext>
      </ViewChangeCount>
    </FormContext>
  );
}

const SchemaField = createSchemaField();

/**
 * A form in edit mode. It does not use Formily's `FormProvider`, which would remove the fields when React hides the
 * page.
 */
const EditableForm = memo(function EditableForm({ session }: { session: FormSession }) {
  return (
    <FormilyContext value={session.form as never}>
      <SchemaField
        schema={schemaTreeOf(session.compiled)}
        components={formilyComponents(useRegistry()) as SchemaReactComponents}
      />
    </FormilyContext>
  );
});
