import { warning } from '../../domain/problem/index.ts';
import type { ServerContext } from '../context.ts';
import { formPublished } from '../documents/index.ts';
import { fillGrid } from './formRights.ts';

/** At every release of a form its `access` fills the grid once; a form that no role reaches is told of as a warning. */
export function registerRights(context: ServerContext): void {
  formPublished.add(context, async (_context, trx, { formKey, definition, releasedBy }) => {
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
