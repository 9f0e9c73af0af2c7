import { type Problem, problem } from '../../domain/problem/index.ts';
import type { FormDefinition } from '../form.ts';
import { relationOf } from '../relation.ts';
import { endOfPath } from '../relationPath.ts';
import type { RelationContext } from './relations.ts';

/**
 * What a form prints of other records: fields along its relations, and lists of records that point here. Judged where the
 * other forms are known: that paths lead somewhere, that a list comes back to this form, that what is summed is a number.
 */
export function checkPrint(definition: FormDefinition, { formOf, vocabulary }: RelationContext): Problem[] {
  const { along = [], lists = [] } = definition.print ?? {};
  const endIn = (form: FormDefinition, name: string) => endOfPath(form, name.split('.'), formOf, vocabulary);
  return [
    ...along.flatMap((name, index) =>
      endIn(definition, name)
        ? []
        : [problem('DOC_REFERENCE', ['print', 'along', index], { kind: `“${definition.formName}”沿关联的字段`, name })],
    ),
    ...lists.flatMap(({ formKey, via, columns, sums = [] }, index): Problem[] => {
      const at = ['print', 'lists', index];
      const form = formOf(formKey);
      if (!form) return [problem('DOC_REFERENCE', [...at, 'formKey'], { kind: '已发布表单', name: formKey })];
      const kind = `“${form.formName}”的字段`;
      const relation = endIn(form, via)?.node;
      const isBack = relation && relationOf(relation)?.to === definition.formKey;
      return [
        ...(isBack
          ? []
          : [problem('DOC_REFERENCE', [...at, 'via'], { kind: `“${form.formName}”指向本表单的关联`, name: via })]),
        ...columns.flatMap((name, place) =>
          endIn(form, name) ? [] : [problem('DOC_REFERENCE', [...at, 'columns', place], { kind, name })],
        ),
        ...sums.flatMap((name, place) =>
          endIn(form, name)?.type === 'double' && !name.includes('.')
            ? []
            : [problem('DOC_REFERENCE', [...at, 'sums', place], { kind: `“${form.formName}”的数字字段`, name })],
        ),
      ];
    }),
  ];
}
