import type { ThemeConfig } from 'antd';

/** SD-008 */
export const THEME_COLOUR = '#005bec';

export const theme: ThemeConfig = {
  hashed: false,
  token: {
    colorPrimary: THEME_COLOUR,
    colorLink: THEME_COLOUR,
    colorTextBase: '#1d2737',
    // dark enough to read: 4.5 to 1 on white and on the page's ground
    colorTextDescription: '#56647a',
    colorTextTertiary: '#56647a',
    colorTextPlaceholder: '#667387',
    colorError: '#d9363e',
    colorSuccess: '#237a1e',
    colorWarning: '#a86200',
    // the ground derived from so dark a colour would be muddy
    colorWarningBg: '#fff7e6',
    colorWarningBorder: '#ffd591',
    colorInfo: THEME_COLOUR,
    borderRadius: 6,
    fontFamily: 'inherit',
  },
  components: {
    Menu: {
      darkItemBg: '#0c2148', darkSubMenuItemBg: '#091a3a', darkPopupBg: '#0c2148', darkItemSelectedBg: THEME_COLOUR,
      darkItemColor: 'rgba(255, 255, 255, .82)', collapsedWidth: 54, itemHeight: 42,
    },
  },
};
