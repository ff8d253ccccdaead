/// What an operator has done with the objects that are held: purging them, and fetching them ahead
/// of those who will ask.
package dev.millrace.gateway.upkeep;
