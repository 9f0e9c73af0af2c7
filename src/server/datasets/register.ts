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
import { figureRecords } from '../records/index.ts';
import type { Db } from '../store/database.ts';
import { findReferringKeys } from '../references/index.ts';
import { checkAgainstForms, checkDataset, loadShape } from './checkDataset.ts';
import { parseContent, loadDataset, publishDataset } from './publishDataset.ts';
import { idsOfFigureRecords } from './recordsBehind.ts';

/**
 * Registers datasets as a kind of document, and the query of the records that a figure counts. When a form is
 * published, the datasets that read it are checked again.
 */
export function registerDatasets(context: ServerContext): void {
  figureRecords.register(context, idsOfFigureRecords);
  datasetDocuments.register(context, {
    check: async (serverContext, db, content, key) =>
      (await checkDataset(serverContext, db, parseContent(content), key)).problems,
    publish: publishDataset,
  });
  formPublishedHooks.add(context, async (serverContext, trx, { formKey, version, isReplaced }) => {
    // a dataset cannot read a form that had no version before
    if (version === 1) return [];
    const datasetProblems = (await findBrokenDatasets(serverContext, trx, formKey))
      // a dataset that the same transaction replaces by a newer version is checked when that version is published
      .filter(({ key }) => !isReplaced?.('dataset', key))
      .map(({ name, detail }) => problem('DOC_DATASET', ['fields'], { dataset: name, detail }));
    if (datasetProblems.length > 0)
      throw new Refusal('DOC_DRAFT_ONLY', { count: datasetProblems.length }, { problems: datasetProblems });
    return [];
  });
  formImpactChecks.add(context, (serverContext, db, pendingForm) =>
    findBrokenDatasets(serverContext, db, pendingForm.formKey, (key) =>
      key === pendingForm.formKey ? pendingForm : null,
    ),
  );
}

/**
 * Finds published datasets that read the form and have errors. Checks them against the unpublished forms of
 * `pendingForms`; other forms are taken as published.
 */
async function findBrokenDatasets(
  context: ServerContext,
  db: Db,
  formKey: string,
  pendingForms?: PendingForms,
): Promise<BrokenReference[]> {
  const brokenReferences: BrokenReference[] = [];
  for (const key of await findReferringKeys(db, 'dataset', { kind: 'form', name: formKey })) {
    const { definition } = await loadDataset(context, db, key);
    const shape = await loadShape(context, db, definition, pendingForms);
    const problems = shape
      ? checkAgainstForms(definition, shape)
      : [problem('DOC_REFERENCE', ['from'], { kind: '表单或子表', name: definition.from })];
    for (const { level, path, message } of problems)
      if (level === 'error')
        brokenReferences.push({ kind: 'dataset', key, name: definition.name, path, detail: message });
  }
  return brokenReferences;
}
