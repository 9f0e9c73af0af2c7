import type { Plugin } from '../kernel/index.ts';
import type { Faces } from '../runtime/node/faces.ts';
import { shellWidget } from './block.ts';
import { PageTrail } from './breadcrumb/Breadcrumb.tsx';
import { FullScreen } from './fullScreen/FullScreen.tsx';
import { Logo } from './logo/Logo.tsx';
import { MenuSearch } from './menuSearch/MenuSearch.tsx';
import { MenuToggle } from './menuToggle/MenuToggle.tsx';
import { MobileCodes } from './mobileCodes/MobileCodes.tsx';
import { ModuleSwitch } from './moduleSwitch/ModuleSwitch.tsx';
import { NoticeButton } from './noticeButton/NoticeButton.tsx';
import { Outlet } from './outlet/Outlet.tsx';
import { LayoutSettingsButton } from './settings/SettingsButton.tsx';
import { Shell } from './shell/Shell.tsx';
import { SideMenu } from './sideMenu/SideMenu.tsx';
import { Spacer } from './spacer/Spacer.tsx';
import { TabBar } from './tabBar/TabBar.tsx';
import { UnitSwitch } from './unitSwitch/UnitSwitch.tsx';
import { UserMenu } from './userMenu/UserMenu.tsx';

/** The widgets that schemas/platform/shell.json uses. */
export const shellPlugin: Plugin<Faces> = {
  name: 'shell',
  install({ registerWidget }) {
    registerWidget(shellWidget('shell', Shell, 'container'));
    registerWidget(shellWidget('logo', Logo));
    registerWidget(shellWidget('sideMenu', SideMenu));
    registerWidget(shellWidget('menuToggle', MenuToggle));
    registerWidget(shellWidget('moduleSwitch', ModuleSwitch));
    registerWidget(shellWidget('unitSwitch', UnitSwitch));
    registerWidget(shellWidget('userMenu', UserMenu));
    registerWidget(shellWidget('spacer', Spacer));
    registerWidget(shellWidget('tabBar', TabBar));
    registerWidget(shellWidget('breadcrumb', PageTrail));
    registerWidget(shellWidget('menuSearch', MenuSearch));
    registerWidget(shellWidget('fullScreen', FullScreen));
    registerWidget(shellWidget('layoutSettings', LayoutSettingsButton));
    registerWidget(shellWidget('outlet', Outlet));
    registerWidget(shellWidget('noticeButton', NoticeButton));
    registerWidget(shellWidget('mobileCodes', MobileCodes));
  },
};
