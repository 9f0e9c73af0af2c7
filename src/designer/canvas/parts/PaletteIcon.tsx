import { GROUP_ICONS, ICONS, OTHER_ICON } from './paletteIcons.ts';

/** What kind of thing an item of the palette is: the picture that its grammar names, else that of its group. */
export function PaletteIcon({ icon, group }: { icon: string; group: string }) {
  const Icon = ICONS[icon] ?? GROUP_ICONS[group] ?? OTHER_ICON;
  return (
    <span aria-hidden="true">
      <Icon />
    </span>
  );
}
