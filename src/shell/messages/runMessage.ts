import type { MessageDialog, MessagePmsRoute, MessageTemplateId } from '../../grammar/documents.ts';
import { STORAGE_KEYS, type StorageLike } from '../../session/keys.ts';
import { TEMPLATE_EVENT } from '../../session/templateInfo.ts';
import type { DialogKind, WindowMessage } from './readMessage.ts';

/** The effects that a message may have on the page. */
export interface MessageEffects {
  /** Local storage of the browser. */
  local: StorageLike;
  go(to: string): void;
  /** Goes to an address of this product (`/path?query`) and reloads the page. */
  reload(to: string): void;
  setDialog(kind: DialogKind, isVisible: boolean, query: Readonly<Record<string, string>>): void;
  warn(text: string): void;
}

/** FE-005, FE-007, FE-008: the designer page for each template type. */
const DESIGN_ROUTES: Readonly<Record<string, string>> = {
  1: '/productionReport/reportDesign',
  2: '/productionReport/recordDesign',
  4: '/productionReport/entrustOrderDesign',
};

const withQuery = (path: string, query: Readonly<Record<string, unknown>>): string => {
  const definedEntries = Object.entries(query)
    .filter(([, value]) => value !== undefined && value !== null)
    .map(([name, value]) => [name, String(value)]);
  return definedEntries.length === 0 ? path : `${path}?${new URLSearchParams(definedEntries).toString()}`;
};

/** FE-006, FE-009: address of the designer; `mode` is a separate query parameter for all three template types. */
const designAddress = ({ type, id, formKey, fileName, mode }: MessageTemplateId): string =>
  withQuery(DESIGN_ROUTES[type], { id, formKey, fileName, mode });

/** WM-005, WM-006: goes to the route; with `refresh` in the query the page is reloaded. */
function openRoute({ route, query }: MessagePmsRoute, { go, reload }: MessageEffects): void {
  const { refresh, ...rest } = query ?? {};
  const to = withQuery(route, rest);
  if (refresh === undefined) go(to);
  else reload(to);
}

const isShown = ({ visible }: MessageDialog): boolean =>
  visible === undefined || [true, 1, '1', 'true'].includes(visible as never);

/** WM-003…009: carries out a message. */
export function runMessage({ kind, body }: WindowMessage, effects: MessageEffects): void {
  switch (kind) {
    case 'templateInfo':
      try {
        effects.local.setItem(
          STORAGE_KEYS.templateInfo,
          typeof body.templateInfo === 'string' ? body.templateInfo : JSON.stringify(body.templateInfo),
        );
        effects.local.setItem(STORAGE_KEYS.templateId, String(body.tid));
      } catch {
        effects.warn('模板信息过大，浏览器无法保存');
        return;
      }
      window.dispatchEvent(new Event(TEMPLATE_EVENT));
      effects.go('/productionReport/reportHtml');
      return;
    case 'templateId':
      effects.go(designAddress(body));
      return;
    case 'pmsRoute':
      openRoute(body, effects);
      return;
    default:
      effects.setDialog(kind, isShown(body), body.id ? { id: body.id, isEdit: '1' } : {});
  }
}
