import { compileExpression } from '../../kernel/expressions/expressions.ts';
import type { ExpressionTypes } from '../../kernel/expressions/types.ts';
import { readerOf } from '../../kernel/compile/scope.ts';
import type { CompiledForm } from '../../kernel/form.ts';
import { recordToValues } from '../../kernel/records/values.ts';
import type { Vocabulary } from '../../kernel/registry.ts';
import { formTypesOf } from '../../kernel/types.ts';
import type { FormRecord } from '../../grammar/documents.ts';
import type { Situation } from '../../rules/situation.ts';

const known = new WeakMap<CompiledForm, ExpressionTypes>();

function typesOf(form: CompiledForm, vocabulary: Vocabulary): ExpressionTypes {
  const types = known.get(form) ?? formTypesOf(form.definition.fields, vocabulary).form;
  known.set(form, types);
  return types;
}

export interface ConditionScope {
  form: CompiledForm;
  vocabulary: Vocabulary;
  values: Pick<FormRecord, 'fieldsMap' | 'childTables'>;
  situation: Situation;
}

/** Value of an expression over a record; null when it cannot be evaluated. */
export function valueOf(text: string, { form, vocabulary, values, situation }: ConditionScope): unknown {
  const read = readerOf(new Set(form.fields.keys()))({ values: recordToValues(values, form), situation });
  return compileExpression(text, typesOf(form, vocabulary))(read);
}

/** Truth of a sequence flow's condition over a record. What cannot be evaluated does not hold. */
export const conditionHolds = (text: string, scope: ConditionScope): boolean => valueOf(text, scope) === true;
