import {
  compileExpression,
  type ExpressionTypes,
  readerOf,
  type CompiledForm,
  type Vocabulary,
  flowTypesOf,
  type FlowTypes,
} from '../../../kernel/index.ts';
import { recordToValues } from '../../../records/index.ts';
import type { FormRecord } from '../../../grammar/documents.ts';
import type { Situation } from '../../../rules/situation.ts';

const known = new WeakMap<CompiledForm, FlowTypes>();

function typesOf(form: CompiledForm, vocabulary: Vocabulary): FlowTypes {
  const types = known.get(form) ?? flowTypesOf(form.definition.fields, vocabulary);
  known.set(form, types);
  return types;
}

export interface ConditionScope {
  form: CompiledForm;
  vocabulary: Vocabulary;
  values: Pick<FormRecord, 'fieldsMap' | 'childTables'>;
  situation: Situation;
}

/** What an expression may read beside the record: `item` inside of a repeated sub-process over `over`, and the counts of its runs. */
export interface More {
  over?: string;
  names: Readonly<Record<string, unknown>>;
}

/** Value of an expression over a record; null when it cannot be evaluated. */
export function valueOf(text: string, { form, vocabulary, values, situation }: ConditionScope, more?: More): unknown {
  const read = readerOf(new Set(form.fields.keys()))({ values: recordToValues(values, form), situation });
  const types = typesOf(form, vocabulary);
  const names: ExpressionTypes = more === undefined ? types.form : types.inside(more.over ?? '');
  return compileExpression(
    text,
    names,
  )((name) => (more && Object.hasOwn(more.names, name) && !form.fields.has(name) ? more.names[name] : read(name)));
}

/** Truth of a sequence flow's condition over a record. What cannot be evaluated does not hold. */
export const conditionHolds = (text: string, scope: ConditionScope, more?: More): boolean =>
  valueOf(text, scope, more) === true;
