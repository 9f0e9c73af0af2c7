import type { Routes } from '../context.ts';
import { isDocumentDisabled, loadForm } from '../documents/index.ts';
import { ok } from '../http/envelope.ts';
import { key } from '../http/schemas.ts';
import { userOf } from '../http/user.ts';
import { formRights } from './formRights.ts';

/** Rights that nobody has on a disabled form. */
const ADDING_RIGHTS: ReadonlySet<string> = new Set(['create', 'import']);

/** Registers the route that returns a person's rights on the records of a form. The page shows its buttons by them. */
export const rightRoutes: Routes = (app, context) => {
  app.get<{ Params: { formKey: string } }>(
    '/api/system/frmCrud/rights/:formKey',
    {
      config: { recordOperation: 'rights' },
      schema: {
        tags: ['frmCrud'],
        summary: '本人在此表单中的权限',
        params: { type: 'object', properties: { formKey: key } },
      },
    },
    async (request) => {
      const { formKey } = request.params;
      const { form } = await loadForm(context, context.db, formKey);
      const rights = await formRights(context.db, userOf(request), formKey, form.definition.access);
      const isDisabled = await isDocumentDisabled(context.db, 'form', formKey);
      return ok({ rights: [...rights].filter((right) => !isDisabled || !ADDING_RIGHTS.has(right)), isDisabled });
    },
  );
};
