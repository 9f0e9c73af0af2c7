import { problem, type Problem } from '../../domain/problem/index.ts';
import type { ServerContext } from '../context.ts';
import { datasetDocuments, formPublished } from '../documents/index.ts';
import { Refusal } from '../http/refusal.ts';
import { keysNaming } from '../references/index.ts';
import { checkAgainst, checkDataset, loadShape } from './check.ts';
import { givenOf, loadDataset, publishDataset } from './publish.ts';

/** Gives the documents room the life cycle of datasets, and has them judged again when a form they read is published. */
export function registerDatasets(context: ServerContext): void {
  datasetDocuments.register(context, {
    check: async (inside, db, content, key) => (await checkDataset(inside, db, givenOf(content), key)).problems,
    publish: publishDataset,
  });
  formPublished.add(context, async (inside, trx, { formKey, version }) => {
    // a form that is new has no datasets yet
    if (version === 1) return [];
    const broken: Problem[] = [];
    for (const key of await keysNaming(trx, 'dataset', { kind: 'form', name: formKey })) {
      const { definition } = await loadDataset(inside, trx, key);
      const shape = await loadShape(inside, trx, definition);
      const problems = shape
        ? checkAgainst(definition, shape)
        : [problem('DOC_REFERENCE', ['from'], { kind: '表单', name: formKey })];
      for (const one of problems.filter(({ level }) => level === 'error'))
        broken.push(problem('DOC_DATASET', ['fields'], { dataset: definition.name, detail: one.message }));
    }
    if (broken.length > 0) throw new Refusal('DOC_DRAFT_ONLY', { count: broken.length }, { problems: broken });
    return [];
  });
}
