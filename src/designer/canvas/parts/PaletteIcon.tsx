import { GROUP_ICONS, ICONS, OTHER_ICON } from './paletteIcons.ts';

/** The icon of a palette item: the one that its grammar names, else the one of its group. */
export function PaletteIcon({ icon, group }: { icon: string; group: string }) {
  const Icon = ICONS[icon] ?? GROUP_ICONS[group] ?? OTHER_ICON;
  return (
    <span aria-hidden="true">
      <Icon />
    </span>
  );
}
