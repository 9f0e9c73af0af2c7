const format = new Intl.DateTimeFormat('sv-SE', {
  timeZone: process.env['TZ'] || 'Asia/Shanghai', dateStyle: 'short', timeStyle: 'medium',
});

/** A point in time as the wire writes it: `YYYY-MM-DD HH:mm:ss`, in China's time unless TZ says otherwise. */
export const timeText = (time: Date): string => format.format(time);
