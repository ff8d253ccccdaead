/// What an operator has done with the objects that are held: purging them.
package dev.millrace.gateway.upkeep;
