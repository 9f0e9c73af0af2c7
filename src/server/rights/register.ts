import { warning } from '../../domain/problem/index.ts';
import type { ServerContext } from '../context.ts';
import { formChecks, formPublishedHooks } from '../documents/index.ts';
import { fillGrid } from './formRights.ts';
import { checkShownByRelations } from './shownByRelations.ts';

/**
 * Registers a check and a hook for the publication of a form. The check warns of relations that show values which roles
 * may not see. When the form is put into use for the first time, the hook fills the grid of form rights from `access`.
 * Each time the form is put into use, the hook warns if no role has a right on it.
 */
export function registerRights(context: ServerContext): void {
  formChecks.add(context, checkShownByRelations);
  formPublishedHooks.add(context, async (_context, trx, { formKey, definition, putIntoUseBy }) => {
    if (putIntoUseBy === undefined) return [];
    const { access, unitReads } = definition;
    const { isUnreachable } = await fillGrid(trx, {
      formKey,
      publisherName: putIntoUseBy,
      ...(access ? { access } : {}),
      ...(unitReads ? { unitReads } : {}),
    });
    return isUnreachable ? [warning('DOC_NO_ACCESS', ['access'])] : [];
  });
}
