import type { MessageDialog, MessagePmsRoute, MessageTemplateId } from '../../grammar/documents.ts';
import { KEYS, type KeyStore } from '../../session/keys.ts';
import { TEMPLATE_EVENT } from '../../session/templateInfo.ts';
import type { DialogKind, WindowMessage } from './readMessage.ts';

/** What messages may do to the page. */
export interface MessageHands {
  local: KeyStore;
  go(to: string): void;
  /** Goes to an in-product address (`/path?query`) and loads the page anew. */
  reload(to: string): void;
  setDialog(kind: DialogKind, isVisible: boolean, query: Readonly<Record<string, string>>): void;
  warn(text: string): void;
}

/** FE-005, FE-007, FE-008 */
const DESIGN_ROUTES: Readonly<Record<string, string>> = {
  1: '/productionReport/reportDesign',
  2: '/productionReport/recordDesign',
  4: '/productionReport/entrustOrderDesign',
};

const withQuery = (path: string, query: Readonly<Record<string, unknown>>): string => {
  const given = Object.entries(query)
    .filter(([, value]) => value !== undefined && value !== null)
    .map(([name, value]) => [name, String(value)]);
  return given.length === 0 ? path : `${path}?${new URLSearchParams(given).toString()}`;
};

/** FE-006. FE-009: `mode` is a parameter of its own for all three; it is not appended to the name of type 4. */
const designAddress = ({ type, id, formKey, fileName, mode }: MessageTemplateId): string =>
  withQuery(DESIGN_ROUTES[type], { id, formKey, fileName, mode });

/** WM-005, WM-006 */
function openRoute({ route, query }: MessagePmsRoute, { go, reload }: MessageHands): void {
  const { refresh, ...rest } = query ?? {};
  const to = withQuery(route, rest);
  if (refresh === undefined) go(to);
  else reload(to);
}

const isShown = ({ visible }: MessageDialog): boolean =>
  visible === undefined || [true, 1, '1', 'true'].includes(visible as never);

/** WM-003…009: does what a message asks for. */
export function actOn({ kind, body }: WindowMessage, hands: MessageHands): void {
  switch (kind) {
    case 'templateInfo':
      try {
        hands.local.setItem(
          KEYS.templateInfo,
          typeof body.templateInfo === 'string' ? body.templateInfo : JSON.stringify(body.templateInfo),
        );
        hands.local.setItem(KEYS.templateId, String(body.tid));
      } catch {
        hands.warn('模板信息过大，浏览器无法保存');
        return;
      }
      window.dispatchEvent(new Event(TEMPLATE_EVENT));
      hands.go('/productionReport/reportHtml');
      return;
    case 'templateId':
      hands.go(designAddress(body));
      return;
    case 'pmsRoute':
      openRoute(body, hands);
      return;
    default:
      hands.setDialog(kind, isShown(body), body.id ? { id: body.id, isEdit: '1' } : {});
  }
}
