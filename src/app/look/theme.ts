import { theme, type ThemeConfig } from 'antd';
import type { Size } from '../../shell/settings/settings.ts';

export interface ThemeSettings {
  colour: string;
  isDark: boolean;
  size: Size;
  /** True switches animations off. */
  isMotionReduced: boolean;
}

const LIGHT_TOKENS: ThemeConfig['token'] = {
  colorTextBase: '#1d2737',
  colorBorder: '#d0d6e0',
  // contrast of 4.5 to 1 on white and on the page background
  colorTextDescription: '#56647a',
  colorTextTertiary: '#56647a',
  colorTextPlaceholder: '#667387',
  colorError: '#d9363e',
  colorSuccess: '#237a1e',
  colorWarning: '#a86200',
  // set explicitly, because the background that antd derives from such a dark colour is greyish
  colorWarningBg: '#fff7e6',
  colorWarningBorder: '#ffd591',
};

const DARK_TOKENS: ThemeConfig['token'] = {
  colorTextBase: '#e3e8f0',
  colorBgBase: '#0e1218',
  colorBgContainer: '#171c25',
  colorBgElevated: '#1d232e',
  colorBgLayout: '#0e1218',
  colorBorder: '#3b4656',
  colorBorderSecondary: '#2a3240',
  colorTextDescription: '#a6b1c2',
  colorTextTertiary: '#a6b1c2',
  colorTextPlaceholder: '#95a1b3',
  colorError: '#e5525c',
  colorSuccess: '#5fbf66',
  colorWarning: '#d89614',
};

/** Mixes two colours (`#rrggbb`). `share`: weight of the first colour, 0 to 1. */
export function mixColours(first: string, second: string, share: number): string {
  const channel = (colour: string, start: number): number => parseInt(colour.slice(start, start + 2), 16);
  return `#${[1, 3, 5]
    .map((start) =>
      Math.round(channel(first, start) * share + channel(second, start) * (1 - share))
        .toString(16)
        .padStart(2, '0'),
    )
    .join('')}`;
}

/** Creates the antd theme for the settings (SD-008, EN-011). The colours of the page itself are in app.css. */
export function themeOf({ colour, isDark, size, isMotionReduced }: ThemeSettings): ThemeConfig {
  const link = isDark ? mixColours(colour, '#ffffff', 0.42) : colour;
  // replaces antd's own hover colour, which is lighter and has too little contrast as a text or background colour
  const hover = isDark ? colour : mixColours(colour, '#000000', 0.85);
  return {
    hashed: false,
    algorithm: isDark ? theme.darkAlgorithm : theme.defaultAlgorithm,
    token: {
      ...(isDark ? DARK_TOKENS : LIGHT_TOKENS),
      colorPrimary: colour,
      colorInfo: colour,
      colorLink: link,
      colorPrimaryHover: hover,
      colorLinkHover: mixColours(link, isDark ? '#ffffff' : '#000000', 0.82),
      motion: !isMotionReduced,
      borderRadius: 6,
      fontFamily: 'inherit',
      ...(size === 'large' ? { fontSize: 15 } : size === 'small' ? { fontSize: 13 } : {}),
    },
    components: {
      Button: {
        defaultHoverColor: link,
        defaultHoverBorderColor: link,
        defaultActiveColor: link,
        defaultActiveBorderColor: link,
      },
      Tabs: { itemSelectedColor: link, itemHoverColor: link, itemActiveColor: link, inkBarColor: link },
      Menu: {
        darkItemBg: isDark ? '#11161e' : '#0c2148',
        darkSubMenuItemBg: isDark ? '#0c1016' : '#091a3a',
        darkPopupBg: isDark ? '#11161e' : '#0c2148',
        darkItemSelectedBg: colour,
        darkItemColor: 'rgba(255, 255, 255, .82)',
        collapsedWidth: 54,
        itemHeight: 42,
        ...(isDark ? { itemSelectedColor: link } : {}),
      },
      // the tints that antd derives have too little contrast in light and dark mode
      Slider: {
        trackBg: link,
        trackHoverBg: link,
        handleColor: link,
        handleActiveColor: link,
        dotActiveBorderColor: link,
      },
      ...(isDark
        ? {
            Radio: { colorPrimary: link, colorPrimaryHover: link, colorPrimaryActive: link },
          }
        : {}),
    },
  };
}
