import { theme, type ThemeConfig } from 'antd';

/**
 * Theme of a board that is shown within the page: it changes nothing in the theme of the page. It is not undefined,
 * because ConfigProvider remounts its children when the theme changes from undefined.
 */
export const PAGE_THEME: ThemeConfig = { token: {} };

/** Theme of a board in full-screen mode (`useWall`): always dark. The colours are those of the dark mode in app.css. */
export const WALL_THEME: ThemeConfig = {
  algorithm: theme.darkAlgorithm,
  token: {
    colorTextBase: '#e3e8f0',
    colorBgBase: '#0e1218',
    colorBgContainer: '#171c25',
    colorBgElevated: '#1d232e',
    colorBorder: '#3b4656',
    colorBorderSecondary: '#2a3240',
    colorTextDescription: '#a6b1c2',
    colorTextTertiary: '#a6b1c2',
    colorTextPlaceholder: '#95a1b3',
    colorLink: '#8db6ff',
    colorLinkHover: '#a9c8ff',
    colorSuccess: '#5fbf66',
    colorWarning: '#d89614',
    colorError: '#e5525c',
  },
};
