import { documents } from '../grammar/validators.js';
import {
  checkDatasetKeys,
  checkExpression,
  defaultExpression,
  readDocument,
  type DatasetDefinition,
  type Vocabulary,
} from '../kernel/index.ts';
import { problem, underPath, type Problem, type Result } from '../domain/problem/index.ts';
import { parseFormDefinition } from './parse.ts';
import { describeSchemaError, pointerPath } from './schemaErrors.ts';
import { isObject } from './source.ts';

/** A default that is asked anew each time is judged as an expression and is no value of its field. */
function readParams(
  given: readonly unknown[],
  vocabulary: Vocabulary,
): { params: DatasetDefinition['params']; problems: Problem[] } {
  const problems: Problem[] = [];
  const expressions = given.map((node) => (isObject(node) ? defaultExpression(node) : null));
  const plain = given.map((node, index) => {
    if (expressions[index] === null || !isObject(node)) return node;
    const { defaultValue: _expression, ...rest } = node;
    return rest;
  });
  const read = parseFormDefinition({ formKey: 'params', formName: '参数', fields: plain }, vocabulary);
  const placed = (found: readonly Problem[]): Problem[] =>
    found.map((one) => ({ ...one, path: one.path[0] === 'fields' ? ['params', ...one.path.slice(1)] : one.path }));
  if (!read.ok) return { params: [], problems: placed(read.problems) };
  expressions.forEach((text, index) => {
    const node = read.value.fields[index];
    if (text === null || !node) return;
    problems.push(...underPath(['params', index, 'defaultValue'], checkExpression(text, {})));
    Object.assign(node, { defaultValue: text });
  });
  return { params: read.value.fields, problems: [...placed(read.problems), ...problems] };
}

/**
 * Reads a dataset (text or object) into its canonical form. `ok: false` only when none can be made; a success still carries
 * every problem found by itself. Whether its forms and fields are there only who knows the forms can judge.
 */
export function parseDataset(input: unknown, vocabulary: Vocabulary): Result<DatasetDefinition> {
  const read = readDocument(input);
  if (!read.ok) return read;
  const given = read.value;
  const validator = documents['dataset'];
  const problems: Problem[] = [];
  if (!validator?.(given))
    for (const error of validator?.errors ?? []) {
      const path = pointerPath(error.instancePath, given);
      problems.push(
        problem('DOC_SHAPE', path, { where: path.join('.') || '数据集', detail: describeSchemaError(error) }),
      );
    }
  if (problems.length > 0 || !isObject(given)) return { ok: false, problems };
  const { params, problems: found } = readParams((given.params as unknown[] | undefined) ?? [], vocabulary);
  const value = { ...given, params } as unknown as DatasetDefinition;
  return { ok: true, value, problems: [...found, ...checkDatasetKeys(value)] };
}
