import '@ant-design/v5-patch-for-react-19';
import { lazy, Suspense, useEffect, useLayoutEffect, useMemo } from 'react';
import { App as AntdApp } from 'antd';
import dayjs from 'dayjs';
import 'dayjs/locale/zh-cn';
import { createRegistry } from '../kernel/index.ts';
import type { Faces } from '../runtime/node/faces.ts';
import { trackPresses } from '../runtime/host/afterPress.ts';
import { warnOfTruncatedPastes } from '../runtime/host/truncatedPastes.ts';
import { preloadNotices } from '../runtime/host/notice.ts';
import { RecordPartsContext } from '../runtime/host/recordParts.ts';
import { RuntimeProvider } from '../runtime/Provider.tsx';
import type { Services } from '../runtime/services/services.ts';
import { whenIdle } from '../runtime/host/whenIdle.ts';
import { recordParts } from '../screens/navigation/recordParts.ts';
import { useSessionState } from '../session/context.ts';
import type { Downloads } from '../session/downloads.ts';
import { DownloadOverlay } from '../shell/downloads/DownloadOverlay.tsx';
import { FirstSignIn } from '../shell/userMenu/FirstSignIn.tsx';
import type { MessageInbox } from '../shell/messages/inbox.ts';
import { PageWatermark } from '../shell/shell/PageWatermark.tsx';
import { WindowMessages } from '../shell/messages/WindowMessages.tsx';
import { Appearance } from './look/Appearance.tsx';
import { createErrorReports, reportNodeErrors } from './errorReports.ts';
import { showFaults } from './faults.ts';
import { plugins } from './plugins.ts';
import { WorkbenchRoutes } from './routes/Routes.tsx';
import { prefetchCommonBlocks } from './routes/prefetchCommonBlocks.ts';
import { useScreenSituation } from '../shell/screenSituation.ts';

const SecondFactorSetup = lazy(() => import('../shell/userMenu/SecondFactorSetup.tsx'));

dayjs.locale('zh-cn');
const registry = createRegistry<Faces>(plugins);

/** The application after sign-in: antd configuration, the full registry, the routes of the user's menu. */
export function Workbench({
  services,
  inbox,
  downloads,
}: {
  services: Services;
  inbox: MessageInbox;
  downloads: Downloads;
}) {
  const situation = useScreenSituation();
  const { modules, isFirstLogin, needsFactor } = useSessionState();
  useEffect(() => warnOfTruncatedPastes(document), []);
  useEffect(() => trackPresses(document), []);
  const report = useMemo(() => createErrorReports(services, window), [services]);
  useLayoutEffect(() => reportNodeErrors(report), [report]);
  useEffect(() => showFaults(window, report), [report]);
  useEffect(() => {
    void whenIdle().then(preloadNotices);
  }, []);
  // no prefetch for a page without the layout, which is often the only page that is opened
  useEffect(() => {
    if (document.documentElement.dataset.boot !== 'lone' && !isFirstLogin && !needsFactor)
      void prefetchCommonBlocks(registry);
  }, [isFirstLogin, needsFactor]);
  return (
    <Appearance>
      <AntdApp component={false}>
        <RuntimeProvider registry={registry} services={services} situation={situation}>
          {isFirstLogin ? (
            <FirstSignIn />
          ) : needsFactor ? (
            <Suspense fallback={null}>
              <SecondFactorSetup />
            </Suspense>
          ) : (
            <RecordPartsContext value={recordParts}>
              <WorkbenchRoutes modules={modules} />
            </RecordPartsContext>
          )}
          <PageWatermark />
          <WindowMessages inbox={inbox} />
          <DownloadOverlay downloads={downloads} />
        </RuntimeProvider>
      </AntdApp>
    </Appearance>
  );
}
