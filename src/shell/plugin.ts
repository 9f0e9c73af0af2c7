import type { Plugin } from '../kernel/registry.ts';
import type { Faces } from '../runtime/faces.ts';
import { block } from './block.ts';
import { PageTrail } from './breadcrumb/breadcrumb.tsx';
import { FullScreen } from './fullScreen/fullScreen.tsx';
import { Logo } from './logo/logo.tsx';
import { MenuSearch } from './menuSearch/menuSearch.tsx';
import { MenuToggle } from './menuToggle/menuToggle.tsx';
import { MobileCodes } from './mobileCodes/mobileCodes.tsx';
import { ModuleSwitch } from './moduleSwitch/moduleSwitch.tsx';
import { NoticeButton } from './noticeButton/noticeButton.tsx';
import { Outlet } from './outlet/outlet.tsx';
import { LayoutSettingsButton } from './settings/settingsButton.tsx';
import { Shell } from './shell/shell.tsx';
import { SideMenu } from './sideMenu/sideMenu.tsx';
import { Spacer } from './spacer/spacer.tsx';
import { TabBar } from './tabBar/tabBar.tsx';
import { UnitSwitch } from './unitSwitch/unitSwitch.tsx';
import { UserMenu } from './userMenu/userMenu.tsx';

/** The widgets that schemas/platform/shell.json is made of. */
export const shell: Plugin<Faces> = {
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
