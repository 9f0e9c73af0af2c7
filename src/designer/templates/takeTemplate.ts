import { newRowId } from '../../domain/rowId.ts';
import type { Services } from '../../runtime/services/services.ts';
import { addPageToMenu, addFormToMenu } from '../excel/addToMenu.ts';
import { packCalls, type ItemId } from '../packs/packs.ts';
import { recordOf } from './sampleRecord.ts';
import type { AppTemplate } from './templates.ts';

/** Something in the template's pack cannot be taken in; the message says what. */
export class TemplateRefused extends Error {}

/** What of a pack is not here yet, and the seal of its check. */
async function newParts(services: Services, pack: string): Promise<{ take: ItemId[]; seen: string }> {
  const preview = await packCalls.preview(services, { pack });
  const fault = preview.problems.find(({ level }) => level === 'error');
  if (fault) throw new TemplateRefused(`${fault.name}：${fault.message}`);
  const take = preview.items.filter(({ state }) => state === 'new').map(({ kind, key }) => ({ kind, key }));
  // the check of a choice, whose seal the import sends back
  const { seen } = await packCalls.preview(services, { pack, take });
  return { take, seen };
}

/** Puts the documents of a template up for review; answers how many. Refuses with TemplateRefused what its check finds wrong. */
export async function reviewTemplate(services: Services, { pack }: AppTemplate, reviewerId: string): Promise<number> {
  const { take, seen } = await newParts(services, pack);
  const { asked } = await packCalls.review(services, { pack, take, seen, reviewerId });
  return asked;
}

/**
 * Takes a template in: its pack as a whole, then its records, then its list and figures into a group of the menu.
 * Answers how many records came. Refuses with TemplateRefused what the pack's check finds wrong.
 */
export async function takeTemplate(
  services: Services,
  template: AppTemplate,
  { withRecords, parentId }: { withRecords: boolean; parentId: string | null },
): Promise<number> {
  const { pack, formKey, name, figures, samples } = template;
  const { take, seen } = await newParts(services, pack);
  await packCalls.take(services, { pack, take, seen });
  const records = withRecords ? samples : [];
  for (const [index, sample] of records.entries())
    // in their order, so that numbers and times follow it
    // oxlint-disable-next-line no-await-in-loop
    await services.records.save(formKey, recordOf(sample), `${formKey}-sample-${index}-${newRowId()}`);
  if (parentId !== null) {
    await addFormToMenu(services, { formKey, formName: name }, parentId);
    if (figures) await addPageToMenu(services, figures, parentId);
  }
  return records.length;
}
