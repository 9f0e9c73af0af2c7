import { documents } from '../grammar/validators.js';
import { checkDatasetItself, defaultExpression, type DatasetDefinition } from '../domain/dataset.ts';
import { checkExpression } from '../expressions/index.ts';
import { readDocument, type Vocabulary } from '../kernel/index.ts';
import { problem, underPath, type Problem, type Result } from '../domain/problem/index.ts';
import { parseFormDefinition } from './parse.ts';
import { describeSchemaError, pointerPath } from './schemaErrors.ts';
import { isObject } from './source.ts';

/**
 * Reads the parameters as fields of a form. If a default is an expression, its syntax is checked instead of its type.
 */
function readParams(
  params: readonly unknown[],
  vocabulary: Vocabulary,
): { params: DatasetDefinition['params']; problems: Problem[] } {
  const problems: Problem[] = [];
  const expressions = params.map((node) => (isObject(node) ? defaultExpression(node) : null));
  const nodes = params.map((node, index) => {
    if (expressions[index] === null || !isObject(node)) return node;
    const { defaultValue: _expression, ...rest } = node;
    return rest;
  });
  const formRead = parseFormDefinition({ formKey: 'params', formName: '参数', fields: nodes }, vocabulary);
  const withParamsPath = (fieldProblems: readonly Problem[]): Problem[] =>
    fieldProblems.map(({ path, ...rest }) => ({
      ...rest,
      path: path[0] === 'fields' ? ['params', ...path.slice(1)] : path,
    }));
  if (!formRead.ok) return { params: [], problems: withParamsPath(formRead.problems) };
  expressions.forEach((text, index) => {
    const node = formRead.value.fields[index];
    if (text === null || !node) return;
    problems.push(...underPath(['params', index, 'defaultValue'], checkExpression(text, {})));
    Object.assign(node, { defaultValue: text });
  });
  return { params: formRead.value.fields, problems: [...withParamsPath(formRead.problems), ...problems] };
}

/**
 * Reads a dataset (text or object) into its canonical form. `ok: false` if the input cannot be parsed or violates the
 * grammar. A success carries every other problem that can be found without other documents. The caller must check that
 * the forms and fields named by the dataset exist.
 */
export function parseDataset(input: unknown, vocabulary: Vocabulary): Result<DatasetDefinition> {
  const parsed = readDocument(input);
  if (!parsed.ok) return parsed;
  const document = parsed.value;
  const validator = documents['dataset'];
  const problems: Problem[] = [];
  if (!validator?.(document))
    for (const error of validator?.errors ?? []) {
      const path = pointerPath(error.instancePath, document);
      problems.push(
        problem('DOC_SHAPE', path, { where: path.join('.') || '数据集', detail: describeSchemaError(error) }),
      );
    }
  if (problems.length > 0 || !isObject(document)) return { ok: false, problems };
  const { params, problems: paramProblems } = readParams((document.params as unknown[] | undefined) ?? [], vocabulary);
  const value = { ...document, params } as unknown as DatasetDefinition;
  return { ok: true, value, problems: [...paramProblems, ...checkDatasetItself(value)] };
}
