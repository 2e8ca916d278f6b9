export const minorUnit = "In the currency's ISO 4217 minor unit.";
