import { type Problem, problem } from '../domain/problem/index.ts';
import { type FormDefinition, relationOf } from '../kernel/index.ts';
import { endOfPath } from './relationPath.ts';
import type { RelationContext } from './checkRelations.ts';

/**
 * Checks the data of other records that a form prints: fields reached by relations, and lists of records that point to
 * this record. Every path must lead to a field, a list must be related to this form, and only numbers may be summed.
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
      const listPath = ['print', 'lists', index];
      const form = formOf(formKey);
      if (!form) return [problem('DOC_REFERENCE', [...listPath, 'formKey'], { kind: '已发布表单', name: formKey })];
      const kind = `“${form.formName}”的字段`;
      const relation = endIn(form, via)?.node;
      const pointsToThisForm = relation && relationOf(relation)?.to === definition.formKey;
      return [
        ...(pointsToThisForm
          ? []
          : [
              problem('DOC_REFERENCE', [...listPath, 'via'], { kind: `“${form.formName}”指向本表单的关联`, name: via }),
            ]),
        ...columns.flatMap((name, index) =>
          endIn(form, name) ? [] : [problem('DOC_REFERENCE', [...listPath, 'columns', index], { kind, name })],
        ),
        ...sums.flatMap((name, index) =>
          endIn(form, name)?.type === 'double' && !name.includes('.')
            ? []
            : [problem('DOC_REFERENCE', [...listPath, 'sums', index], { kind: `“${form.formName}”的数字字段`, name })],
        ),
      ];
    }),
  ];
}
