import { theme, type ThemeConfig } from 'antd';
import type { Size } from '../../shell/settings/settings.ts';

export interface Look {
  colour: string;
  isDark: boolean;
  size: Size;
  /** Nothing slides or fades. */ isStill: boolean;
}

const LIGHT: ThemeConfig['token'] = {
  colorTextBase: '#1d2737',
  colorBorder: '#d0d6e0',
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
};

const DARK: ThemeConfig['token'] = {
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

/** A colour between two, `share` of the first. Both `#rrggbb`. */
export function mix(first: string, second: string, share: number): string {
  const part = (colour: string, at: number): number => parseInt(colour.slice(at, at + 2), 16);
  return `#${[1, 3, 5]
    .map((at) =>
      Math.round(part(first, at) * share + part(second, at) * (1 - share))
        .toString(16)
        .padStart(2, '0'),
    )
    .join('')}`;
}

/** The component library's side of the settings (SD-008, EN-011); the page's own colours stand in app.css. */
export function themeOf({ colour, isDark, size, isStill }: Look): ThemeConfig {
  const link = isDark ? mix(colour, '#ffffff', 0.42) : colour;
  // the library's own hover is lighter: too light to read, and to be read on
  const hover = isDark ? colour : mix(colour, '#000000', 0.85);
  return {
    hashed: false,
    algorithm: isDark ? theme.darkAlgorithm : theme.defaultAlgorithm,
    token: {
      ...(isDark ? DARK : LIGHT),
      colorPrimary: colour,
      colorInfo: colour,
      colorLink: link,
      colorPrimaryHover: hover,
      colorLinkHover: mix(link, isDark ? '#ffffff' : '#000000', 0.82),
      motion: !isStill,
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
      // the tints that the library derives are hard to see on either ground
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
            Tabs: { itemSelectedColor: link, itemHoverColor: link, inkBarColor: link },
          }
        : {}),
    },
  };
}
