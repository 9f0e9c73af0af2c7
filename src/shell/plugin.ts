import type { Plugin } from '../kernel/index.ts';
import type { Faces } from '../runtime/node/faces.ts';
import { block } from './block.ts';
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
    registerWidget(block('shell', Shell, 'container'));
    registerWidget(block('logo', Logo));
    registerWidget(block('sideMenu', SideMenu));
    registerWidget(block('menuToggle', MenuToggle));
    registerWidget(block('moduleSwitch', ModuleSwitch));
    registerWidget(block('unitSwitch', UnitSwitch));
    registerWidget(block('userMenu', UserMenu));
    registerWidget(block('spacer', Spacer));
    registerWidget(block('tabBar', TabBar));
    registerWidget(block('breadcrumb', PageTrail));
    registerWidget(block('menuSearch', MenuSearch));
    registerWidget(block('fullScreen', FullScreen));
    registerWidget(block('layoutSettings', LayoutSettingsButton));
    registerWidget(block('outlet', Outlet));
    registerWidget(block('noticeButton', NoticeButton));
    registerWidget(block('mobileCodes', MobileCodes));
  },
};
