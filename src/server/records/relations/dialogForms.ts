import { compileForm, type CompiledForm, type FormAction } from '../../../kernel/index.ts';
import type { ServerContext } from '../../context.ts';

const dialogs = new WeakMap<FormAction, CompiledForm>();

/** The dialog of a button as a form of its own, under the key of the form that has the button. */
export function dialogForm(
  { vocabulary }: ServerContext,
  { definition }: CompiledForm,
  action: FormAction,
): CompiledForm {
  const known = dialogs.get(action);
  if (known) return known;
  const { formKey, formName } = definition;
  const fields = (action.dialog ?? []) as CompiledForm['definition']['fields'];
  const made = compileForm({ formKey, formName: `${formName} ${action.label}`, fields }, vocabulary);
  dialogs.set(action, made);
  return made;
}

/** A form with the dialogs of its buttons: wherever a relation may stand that somebody picks for. */
export const withDialogs = (context: ServerContext, form: CompiledForm): CompiledForm[] => [
  form,
  ...(form.definition.actions ?? [])
    .filter(({ dialog }) => dialog !== undefined)
    .map((action) => dialogForm(context, form, action)),
];
