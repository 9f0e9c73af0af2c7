import '@ant-design/v5-patch-for-react-19';
import { App as AntdApp, ConfigProvider } from 'antd';
import zhCN from 'antd/es/locale/zh_CN';
import dayjs from 'dayjs';
import 'dayjs/locale/zh-cn';
import { createRegistry } from '../kernel/registry.ts';
import type { Faces } from '../runtime/faces.ts';
import { RuntimeProvider } from '../runtime/provider.tsx';
import type { Services } from '../runtime/services.ts';
import { useSessionState } from '../session/context.ts';
import type { MessageInbox } from '../shell/messages/inbox.ts';
import { WindowMessages } from '../shell/messages/WindowMessages.tsx';
import { meta } from './meta.ts';
import { plugins } from './plugins.ts';
import { WorkbenchRoutes } from './routes.tsx';
import { useScreenSituation } from '../shell/screenSituation.ts';
import { theme } from './theme.ts';

dayjs.locale('zh-cn');
const registry = createRegistry<Faces>(plugins);
const csp = { nonce: meta('csp-nonce') ?? undefined };
// no blank between the two characters of a short button
const configuration = { locale: zhCN, theme, csp, button: { autoInsertSpace: false }, modal: { closable: { 'aria-label': '关闭' } }, drawer: { closable: { 'aria-label': '关闭' } } };
// dialogs and messages that a widget opens outside the tree look the same
ConfigProvider.config({ holderRender: (children) => <ConfigProvider {...configuration}>{children}</ConfigProvider> });

/** Everything behind sign-in: antd's surroundings, the full registry, the routes of this person's menu. */
export function Workbench({ services, inbox }: { services: Services; inbox: MessageInbox }) {
  const situation = useScreenSituation();
  const { modules } = useSessionState();
  return (
    <ConfigProvider {...configuration}>
      <AntdApp component={false}>
        <RuntimeProvider registry={registry} services={services} situation={situation}>
          <WorkbenchRoutes modules={modules} />
          <WindowMessages inbox={inbox} />
        </RuntimeProvider>
      </AntdApp>
    </ConfigProvider>
  );
}
