import { warning } from '../../domain/problem/index.ts';
import type { ServerContext } from '../context.ts';
import { formChecks, formPublishedHooks } from '../documents/index.ts';
import { fillGrid } from './formRights.ts';
import { checkShownByRelations } from './shownByRelations.ts';

/** At every release of a form its `access` fills the grid once; a form that no role reaches, and relations that show what roles do not see, are told of as warnings. */
export function registerRights(context: ServerContext): void {
  formChecks.add(context, checkShownByRelations);
  formPublishedHooks.add(context, async (_context, trx, { formKey, definition, releasedBy }) => {
    if (releasedBy === undefined) return [];
    const { access, unitReads } = definition;
    const { isUnreachable } = await fillGrid(trx, {
      formKey,
      by: releasedBy,
      ...(access ? { access } : {}),
      ...(unitReads ? { unitReads } : {}),
    });
    return isUnreachable ? [warning('DOC_NO_ACCESS', ['access'])] : [];
  });
}
