/** The data about the customer's browser that 3-D Secure needs. Screen in pixels; `time_zone_offset` in minutes, UTC minus local time. */
export type BrowserData = {
  readonly user_agent: string;
  readonly accept_header: string;
  readonly language: string;
  readonly color_depth: number;
  readonly screen_height: number;
  readonly screen_width: number;
  readonly time_zone_offset: number;
  readonly java_enabled: boolean;
};

/**
 * The exemption from strong customer authentication that the merchant requests (PSD2 and its technical standards). `tra`: transaction risk analysis.
 */
export const exemptions = ['low_value', 'tra', 'secure_corporate', 'trusted_beneficiary'] as const;

export type Exemption = (typeof exemptions)[number];
