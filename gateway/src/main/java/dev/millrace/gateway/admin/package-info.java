/// The port by which a gateway is watched and operated: health, metrics, actions.
package dev.millrace.gateway.admin;
