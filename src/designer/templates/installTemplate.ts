import { newRowId } from '../../domain/rowId.ts';
import type { Services } from '../../runtime/services/services.ts';
import { addPageToMenu, addFormToMenu } from '../excel/addToMenu.ts';
import { packCalls, type ItemId } from '../packs/packs.ts';
import { recordOf } from './sampleRecord.ts';
import type { AppTemplate } from './templates.ts';

/** Thrown if the check of the template's pack fails; the message names the document and the problem. */
export class TemplateImportError extends Error {}

/**
 * Checks a pack. Returns its documents that do not exist yet (`take`), and the token of the check (`seen`), which the
 * import requires.
 */
async function checkNewItems(services: Services, pack: string): Promise<{ take: ItemId[]; seen: string }> {
  const preview = await packCalls.preview(services, { pack });
  const error = preview.problems.find(({ level }) => level === 'error');
  if (error) throw new TemplateImportError(`${error.name}：${error.message}`);
  const take = preview.items.filter(({ state }) => state === 'new').map(({ kind, key }) => ({ kind, key }));
  // the token must come from a check of exactly the selected documents
  const { seen } = await packCalls.preview(services, { pack, take });
  return { take, seen };
}

/**
 * Saves the new documents of a template as drafts and requests their review. Returns the number of documents to review;
 * throws TemplateImportError if the pack's check finds an error.
 */
export async function requestTemplateReview(
  services: Services,
  { pack }: AppTemplate,
  reviewerId: string,
): Promise<number> {
  const { take, seen } = await checkNewItems(services, pack);
  // `asked`: the number of documents whose review was requested
  const { asked } = await packCalls.review(services, { pack, take, seen, reviewerId });
  return asked;
}

/**
 * Installs a template: imports the new documents of its pack, then saves its sample records, then adds its list and its
 * statistics page to a menu group. Returns the number of saved records; throws TemplateImportError if the pack's check
 * finds an error.
 */
export async function installTemplate(
  services: Services,
  template: AppTemplate,
  { includesSamples, parentId }: { includesSamples: boolean; parentId: string | null },
): Promise<number> {
  const { pack, formKey, name, statisticsPage, samples } = template;
  const { take, seen } = await checkNewItems(services, pack);
  await packCalls.import(services, { pack, take, seen });
  const records = includesSamples ? samples : [];
  for (const [index, sample] of records.entries())
    // one after the other, so that serial numbers and creation times follow the order of the samples
    // oxlint-disable-next-line no-await-in-loop
    await services.records.save(formKey, recordOf(sample), `${formKey}-sample-${index}-${newRowId()}`);
  if (parentId !== null) {
    await addFormToMenu(services, { formKey, formName: name }, parentId);
    if (statisticsPage) await addPageToMenu(services, statisticsPage, parentId);
  }
  return records.length;
}
