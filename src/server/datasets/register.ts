import { problem } from '../../domain/problem/index.ts';
import type { ServerContext } from '../context.ts';
import {
  type PendingForms,
  datasetDocuments,
  formImpactChecks,
  formPublishedHooks,
  type BrokenReference,
} from '../documents/index.ts';
import { Refusal } from '../http/refusal.ts';
import type { Db } from '../store/database.ts';
import { keysNaming } from '../references/index.ts';
import { checkAgainst, checkDataset, loadShape } from './check.ts';
import { givenOf, loadDataset, publishDataset } from './publish.ts';

/** Gives the documents room the life cycle of datasets, and has them judged again when a form they read is published. */
export function registerDatasets(context: ServerContext): void {
  datasetDocuments.register(context, {
    check: async (inside, db, content, key) => (await checkDataset(inside, db, givenOf(content), key)).problems,
    publish: publishDataset,
  });
  formPublishedHooks.add(context, async (inside, trx, { formKey, version, isReplaced }) => {
    // a form that is new has no datasets yet
    if (version === 1) return [];
    const broken = (await brokenBy(inside, trx, formKey))
      .filter(({ key }) => !isReplaced?.('dataset', key))
      .map(({ name, detail }) => problem('DOC_DATASET', ['fields'], { dataset: name, detail }));
    if (broken.length > 0) throw new Refusal('DOC_DRAFT_ONLY', { count: broken.length }, { problems: broken });
    return [];
  });
  formImpactChecks.add(context, (inside, db, next) =>
    brokenBy(inside, db, next.formKey, (key) => (key === next.formKey ? next : null)),
  );
}

/** Datasets in force that have errors once a form is what `beside` says, or as it is. */
async function brokenBy(
  context: ServerContext,
  db: Db,
  formKey: string,
  beside?: PendingForms,
): Promise<BrokenReference[]> {
  const found: BrokenReference[] = [];
  for (const key of await keysNaming(db, 'dataset', { kind: 'form', name: formKey })) {
    const { definition } = await loadDataset(context, db, key);
    const shape = await loadShape(context, db, definition, beside);
    const problems = shape
      ? checkAgainst(definition, shape)
      : [problem('DOC_REFERENCE', ['from'], { kind: '表单或子表', name: definition.from })];
    for (const { level, path, message } of problems)
      if (level === 'error') found.push({ kind: 'dataset', key, name: definition.name, path, detail: message });
  }
  return found;
}
