import { compileExpression, type ExpressionTypes } from '../../../expressions/index.ts';
import { readerOf, type CompiledForm, type Vocabulary, flowTypesOf, type FlowTypes } from '../../../kernel/index.ts';
import { recordToValues } from '../../../records/index.ts';
import type { FormRecord } from '../../../grammar/documents.ts';
import type { Situation } from '../../../rules/situation.ts';

const typesByForm = new WeakMap<CompiledForm, FlowTypes>();

function typesOf(form: CompiledForm, vocabulary: Vocabulary): FlowTypes {
  const types = typesByForm.get(form) ?? flowTypesOf(form.definition.fields, vocabulary);
  typesByForm.set(form, types);
  return types;
}

/** The record and situation that an expression of a process reads. */
export interface ExpressionScope {
  form: CompiledForm;
  vocabulary: Vocabulary;
  values: Pick<FormRecord, 'fieldsMap' | 'childTables'>;
  situation: Situation;
}

/**
 * Names that an expression of a repeated sub-process may read in addition to the record: `item`, or the numbers of runs
 * (`nrOfInstances` ...). A field of the form with the same name takes precedence. `repeatOver`: the expression of the
 * list over which the sub-process is repeated (`Repeat.over`).
 */
export interface ExtraNames {
  repeatOver?: string;
  names: Readonly<Record<string, unknown>>;
}

/** Returns the value of a CEL expression over a record; null when the expression cannot be evaluated. */
export function evaluateExpression(
  text: string,
  { form, vocabulary, values, situation }: ExpressionScope,
  extra?: ExtraNames,
): unknown {
  const read = readerOf(new Set(form.fields.keys()))({ values: recordToValues(values, form), situation });
  const formTypes = typesOf(form, vocabulary);
  const types: ExpressionTypes = extra === undefined ? formTypes.form : formTypes.inside(extra.repeatOver ?? '');
  return compileExpression(
    text,
    types,
  )((name) => (extra && Object.hasOwn(extra.names, name) && !form.fields.has(name) ? extra.names[name] : read(name)));
}

/** Returns whether a condition is true for a record. A condition that cannot be evaluated counts as false. */
export const conditionHolds = (text: string, scope: ExpressionScope, extra?: ExtraNames): boolean =>
  evaluateExpression(text, scope, extra) === true;
