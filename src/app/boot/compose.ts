import { createPrefetchCache, type PrefetchCache } from '../../api/http/prefetchCache.ts';
import { readPlatformParameters } from '../../session/platform.ts';
import { readApiConfig } from '../../api/http/config.ts';
import { createHttp } from '../../api/http/client.ts';
import { createServices } from '../../api/services.ts';
import type { Services } from '../../runtime/services/services.ts';
import { createActivity, type Activity } from '../../session/activity.ts';
import { createDownloads, type Downloads } from '../../session/downloads.ts';
import { createNonThrowingStorage } from '../../session/nonThrowingStorage.ts';
import { createNotices, type Notices } from '../../session/notices.ts';
import { createSession, type Session } from '../../session/session.ts';
import { withUserCache } from '../../session/userCache.ts';
import { createTokenStore } from '../../session/tokens.ts';
import { createMessageInbox, type MessageInbox } from '../../shell/messages/inbox.ts';
import { readMeta } from './meta.ts';
import { navigateAndReload } from './navigateAndReload.ts';

/** Everything that the root component needs: services, session, stores and caches. */
export interface Product {
  services: Services;
  session: Session;
  notices: Notices;
  activity: Activity;
  downloads: Downloads;
  screens: PrefetchCache<unknown>;
  inbox: MessageInbox;
}

/** Composition root: creates services, session and stores. Called once per page load. */
export function composeProduct(): Product {
  const config = {
    ...readApiConfig(
      readMeta('api-base'),
      import.meta.env.VITE_API_BASE as string | undefined,
      readMeta('file-outside'),
    ),
    fileLimit: readPlatformParameters().uploadLimit,
  };
  const local = createNonThrowingStorage(localStorage);
  const tokens = createTokenStore(local);
  const notices = createNotices();
  const activity = createActivity();
  const http = createHttp({
    config,
    tokens,
    onSessionOver: (reason) => session.onEnded(reason),
    onActivity: activity.add,
    unitId: () => session.unitId(),
    onUnitRefused: () => session.resetUnit(),
  });
  const downloads = createDownloads();
  const calls = createServices(http, config, tokens, downloads);
  const screens = createPrefetchCache(calls.screens.get);
  const services: Services = {
    ...calls,
    screens: { ...calls.screens, get: screens.get, prefetch: screens.prefetch },
    users: withUserCache(calls.users, local),
  };
  const session: Session = createSession({
    services,
    tokens,
    notices,
    local,
    tabStorage: createNonThrowingStorage(sessionStorage),
    reload: navigateAndReload,
    firstPage: readMeta('route-entry') === 'unit' ? 'unit' : 'menu',
  });
  window.addEventListener('storage', ({ key }) => session.storageChanged(key));
  const inbox = createMessageInbox(window, {
    partners: (readMeta('message-origins') ?? '').split(' ').filter(Boolean),
  });
  return { services, session, notices, activity, downloads, screens, inbox };
}
