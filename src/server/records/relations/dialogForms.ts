import { compileForm, type CompiledForm } from '../../../kernel/index.ts';
import type { FormAction } from '../../../effects/index.ts';
import type { ServerContext } from '../../context.ts';

const dialogs = new WeakMap<FormAction, CompiledForm>();

/** Returns the dialog of a button, compiled as a separate form under the key of the form that contains the button. */
export function dialogForm(
  { vocabulary }: ServerContext,
  { definition }: CompiledForm,
  action: FormAction,
): CompiledForm {
  const cached = dialogs.get(action);
  if (cached) return cached;
  const { formKey, formName } = definition;
  const fields = (action.dialog ?? []) as CompiledForm['definition']['fields'];
  const compiledForm = compileForm({ formKey, formName: `${formName} ${action.label}`, fields }, vocabulary);
  dialogs.set(action, compiledForm);
  return compiledForm;
}

/**
 * Returns a form and the dialogs of its buttons, which are all forms in which users can pick records for a relation.
 */
export const withDialogs = (context: ServerContext, form: CompiledForm): CompiledForm[] => [
  form,
  ...(form.definition.actions ?? [])
    .filter(({ dialog }) => dialog !== undefined)
    .map((action) => dialogForm(context, form, action)),
];
