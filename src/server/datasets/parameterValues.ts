import { compileExpression } from '../../expressions/index.ts';
import {
  compileForm,
  holdsContent,
  isFieldNode,
  type CompiledField,
  type CompiledForm,
  type Vocabulary,
} from '../../kernel/index.ts';
import { DATE_FORMAT, formatDate, today } from '../../domain/dates.ts';
import { isPeriodName, namedPeriod } from '../../domain/periods.ts';
import { defaultExpression, type DatasetDefinition } from '../../domain/dataset.ts';
import { Refusal } from '../http/refusal.ts';
import type { RequestUser } from '../http/user.ts';
import { situationOf } from '../records/index.ts';

const compiledParameters = new WeakMap<DatasetDefinition, CompiledForm>();

/**
 * Returns the parameters compiled as the fields of a form, which validates their values. Default values that are
 * expressions are left out, because `parameterValues` evaluates them itself.
 */
function parameterFormOf(definition: DatasetDefinition, vocabulary: Vocabulary): CompiledForm {
  const cached = compiledParameters.get(definition);
  if (cached) return cached;
  const fields = definition.params.map((node) => {
    if (defaultExpression(node) === null) return node;
    const { defaultValue: _expression, ...nodeWithoutDefault } = node as { defaultValue?: unknown };
    return nodeWithoutDefault as typeof node;
  });
  const form = compileForm({ formKey: 'params', formName: definition.name, fields } as never, vocabulary);
  compiledParameters.set(definition, form);
  return form;
}

/**
 * Converts the name of a period (`thisMonth`) to its two ends in the format of the parameter; returns any other value
 * unchanged. Saved and subscribed questions store the name, so that each run uses the period of the current date.
 */
function endsOfPeriod({ definition, node }: CompiledField, value: unknown, vocabulary: Vocabulary): unknown {
  const isDateRange = definition.comparedAs?.(node as never) === 'span' && holdsContent(node, 'date', vocabulary);
  if (!isPeriodName(value) || !isDateRange) return value;
  const format = definition.dateFormat?.(node as never) ?? DATE_FORMAT;
  return namedPeriod(value, today())?.map((end) => (end === '' ? '' : formatDate(end, format)));
}

/**
 * Returns the values of a dataset's parameters: the given values, else the defaults. A range of dates may be given as
 * the name of a period. Refuses with REQUEST_INVALID if a parameter is unknown or a value is invalid.
 */
export function parameterValues(
  definition: DatasetDefinition,
  input: Readonly<Record<string, unknown>>,
  user: RequestUser,
  vocabulary: Vocabulary,
): Record<string, unknown> {
  const form = parameterFormOf(definition, vocabulary);
  const situation = situationOf({ user, formKey: null, row: null, rules: null, isEdit: true, isTask: false });
  const unknownKey = Object.keys(input).find((key) => !form.fields.has(key));
  if (unknownKey !== undefined)
    throw new Refusal('REQUEST_INVALID', { detail: `数据集“${definition.name}”没有参数“${unknownKey}”` });
  const values: Record<string, unknown> = {};
  for (const [key, field] of form.fields) {
    const node = definition.params.filter(isFieldNode).find(({ __vModel__: name }) => name === key);
    const expression = node ? defaultExpression(node) : null;
    const defaultValue = (): unknown =>
      expression === null
        ? field.initial({ values: {}, situation })
        : compileExpression(expression, {})(() => undefined);
    const value = Object.hasOwn(input, key) ? endsOfPeriod(field, input[key], vocabulary) : defaultValue();
    const [problem] = field.isEmpty(value)
      ? []
      : field.validate(value, { values: {}, situation }).filter(({ level }) => level === 'error');
    if (problem)
      throw new Refusal('REQUEST_INVALID', { detail: `参数“${field.node.label || key}”：${problem.message}` });
    values[key] = value ?? null;
  }
  return values;
}
