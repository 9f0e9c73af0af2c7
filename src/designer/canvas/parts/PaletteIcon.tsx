import { GROUP_ICONS, ICONS, OTHER_ICON } from './paletteIcons.ts';

/** The icon of a palette item: the icon named in the grammar, else the icon of the group. */
export function PaletteIcon({ icon, group }: { icon: string; group: string }) {
  const Icon = ICONS[icon] ?? GROUP_ICONS[group] ?? OTHER_ICON;
  return (
    <span aria-hidden="true">
      <Icon />
    </span>
  );
}
