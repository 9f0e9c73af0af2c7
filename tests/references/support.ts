import type { FormDefinition } from '../../src/kernel/form.ts';
import {
  referencesOfForm,
  referencesOfScreen,
  resolveReferences,
  type UnresolvedReference,
} from '../../src/references/index.ts';

export const form = (formKey: string, fields: object[], more: object = {}): FormDefinition =>
  ({ formKey, formName: formKey, fields, ...more }) as unknown as FormDefinition;

export const input = (key: string, more: object = {}) => ({ tag: 'el-input', __vModel__: key, label: key, ...more });
export const relation = (key: string, to: string, more: object = {}) => ({
  tag: 'recordSelector',
  __vModel__: key,
  label: key,
  to,
  ...more,
});
export const table = (key: string, children: object[], more: object = {}) => ({
  tag: 'subTable',
  __vModel__: key,
  label: key,
  children,
  ...more,
});

const customer = form('customer', [input('customerName'), input('grade'), input('unit')]);
const contract = form('contract', [
  input('no'),
  input('amount'),
  relation('customer', 'customer'),
  table('lines', [input('price'), relation('device', 'device')]),
]);
const device = form('device', [input('deviceName')]);
const forms: Record<string, FormDefinition> = { customer, contract, device };
export const find = (own?: FormDefinition) => (key: string) =>
  Promise.resolve((own && key === own.formKey ? own : forms[key]) ?? null);

/** `kind owner.name @ path`, without what every case repeats. */
export async function said(mentions: UnresolvedReference[], own?: FormDefinition): Promise<string[]> {
  const all = await resolveReferences(mentions, find(own));
  return all.map(
    ({ kind, owner, name, path }) => `${kind} ${owner === '' ? '' : `${owner}/`}${name} @ ${path.join('.')}`,
  );
}
export const ofForm = (fields: object[], more: object = {}): Promise<string[]> => {
  const own = form(
    'own',
    [input('a'), relation('contract', 'contract'), table('items', [input('x'), input('a')]), ...fields],
    more,
  );
  return said(
    referencesOfForm(own).filter(({ path }) => path[0] !== 'fields' || Number(path[1]) > 2),
    own,
  );
};
export const ofBlock = (root: object): Promise<string[]> => said(referencesOfScreen({ root: root as never }));
