import type { FormDefinition, Vocabulary } from '../../../kernel/index.ts';
import { type Problem, problem } from '../../../domain/problem/index.ts';
import { fieldsOf } from '../../../relations/index.ts';
import { isDeptFieldHolder, type FlowDefinition } from '../definition.ts';
import { holdersOf, problemPath } from './shared.ts';

/**
 * Returns an error for each holder (of a task or a copy) that stands for the leader of the department in a field, if
 * this field cannot contain a department: nobody would be found, and no application could be submitted. A field that is
 * missing in the form is reported by `checkFlowReferences`. A problem's path is `flowKey` and the id of the flow's
 * element.
 */
export function checkDeptLeaders(flow: FlowDefinition, form: FormDefinition, vocabulary: Vocabulary): Problem[] {
  const fields = fieldsOf(form);
  const holdsDepartment = (tag: string): boolean => vocabulary.definition(tag)?.references?.to === 'dept';
  const deptFields = [...fields.values()]
    .filter(({ tag }) => holdsDepartment(tag))
    .map(({ label, __vModel__: key }) => `“${label || key}”（${key}）`);
  const adviceText =
    deptFields.length > 0 ? `请改选 ${deptFields.join('、')}` : '表单里没有部门字段，请改选申请人部门的负责人';
  return Object.values(flow.nodes).flatMap((node) =>
    holdersOf(node).flatMap(({ kind, type, value }): Problem[] => {
      const { id, name } = node;
      const field = isDeptFieldHolder(type, value) ? fields.get(value) : undefined;
      return field && !holdsDepartment(field.tag)
        ? [
            problem('DOC_FLOW', problemPath(id), {
              detail: `节点“${name || id}”的${kind}是“${field.label || value}”的负责人，但这不是部门字段，找不到人；${adviceText}`,
              element: id,
            }),
          ]
        : [];
    }),
  );
}
