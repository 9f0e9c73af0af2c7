import { type Path, type Problem, problem, underPath } from '../domain/problem/index.ts';
import { checkExpression, type LookupCall, type ExpressionType } from '../expressions/index.ts';
import { type FormDefinition, isTableNode, formTypesOf, valueTypeOf, withLookupTypes } from '../kernel/index.ts';
import { lookupsIn, type LocatedLookups } from './lookupsIn.ts';
import { fieldsOf } from './relationPath.ts';
import { whereTypes, type RelationContext } from './checkRelations.ts';

/** Checks one `lookup` call against the form that it searches. */
function checkCall(
  definition: FormDefinition,
  { table }: LocatedLookups,
  call: LookupCall,
  { formOf, vocabulary }: RelationContext,
): Problem[] {
  const target = formOf(call.to);
  if (!target) return [problem('DOC_REFERENCE', [], { kind: '已发布表单', name: call.to })];
  const fieldDescription = `“${target.formName}”的字段`;
  const fields = fieldsOf(target);
  const field = fields.get(call.field);
  const types = whereTypes(definition, target, table, vocabulary);
  const { it: _testedRecord, ...outerTypes } = types;
  const sinceField = call.since === '' ? null : fields.get(call.since);
  const isDate = sinceField && vocabulary.definition(sinceField.tag)?.dateFormat !== undefined;
  return [
    ...(field && !isTableNode(field)
      ? []
      : [problem('DOC_REFERENCE', [], { kind: fieldDescription, name: call.field })]),
    ...checkExpression(call.where, types, 'bool'),
    ...(sinceField === null ? [] : checkExpression(call.at, outerTypes, 'string')),
    ...(sinceField === undefined ? [problem('DOC_REFERENCE', [], { kind: fieldDescription, name: call.since })] : []),
    ...(sinceField && !isDate
      ? [
          problem('DOC_SHAPE', [], {
            where: sinceField.label || call.since,
            detail: '应为日期字段，lookup 按它取当日生效的值',
          }),
        ]
      : []),
  ];
}

/** Checks the look-ups of a form against the other forms. Each problem has the path of its formula. */
export function checkLookups(definition: FormDefinition, context: RelationContext): Problem[] {
  const { vocabulary, formOf } = context;
  const formTypes = formTypesOf(definition.fields, vocabulary);
  return lookupsIn(definition).flatMap((located) => {
    const path: Path = [...located.path, 'computed'];
    const callProblems = located.calls.flatMap((call) => checkCall(definition, located, call, context));
    if (callProblems.length > 0) return underPath(path, callProblems);
    const types = located.table === null ? formTypes.form : (formTypes.tables.get(located.table) ?? formTypes.form);
    const lookupTypes = located.calls.map(({ to, field }): ExpressionType => {
      const node = fieldsOf(formOf(to) as FormDefinition).get(field);
      return node ? valueTypeOf(node, vocabulary) : 'dyn';
    });
    return underPath(
      path,
      checkExpression(located.text, withLookupTypes(types, lookupTypes), valueTypeOf(located.node, vocabulary)),
    );
  });
}
