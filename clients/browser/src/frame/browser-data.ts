/** The data that 3-D Secure needs from a browser; `time_zone_offset` in minutes, UTC minus local time. The browser itself sends its headers. */
export type BrowserData = {
  readonly color_depth: number;
  readonly language: string;
  readonly screen_height: number;
  readonly screen_width: number;
  readonly time_zone_offset: number;
  readonly java_enabled: boolean;
};

/** Undefined for a browser that reports anything unusual: a payment must not fail because of that. */
export const browserData = (): BrowserData | undefined => {
  const { colorDepth: color_depth, height: screen_height, width: screen_width } = window.screen;
  const { language } = navigator;
  const time_zone_offset = new Date().getTimezoneOffset();
  const usualScreen =
    isWithin(color_depth, 1, 48) && isWithin(screen_height, 0, 100_000) && isWithin(screen_width, 0, 100_000);
  const usualPlace = isWithin(time_zone_offset, -840, 840) && /^[\w-]{1,35}$/.test(language);
  return usualScreen && usualPlace
    ? { color_depth, language, screen_height, screen_width, time_zone_offset, java_enabled: false }
    : undefined;
};

const isWithin = (value: number, least: number, most: number): boolean =>
  Number.isInteger(value) && value >= least && value <= most;
